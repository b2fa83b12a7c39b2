// Speaks to the judge as CPH-NG Submit does, with the packets of Engine.IO and Socket.IO.
let text = null;
chrome.runtime.onMessage.addListener((message, sender, reply) => { reply(text); text = null; });
const connect = () => {
	const socket = new WebSocket("ws://localhost:PORT/ws/?type=browser&EIO=4&transport=websocket");
	socket.onclose = () => setTimeout(connect, 100);
	socket.onmessage = ({data}) => {
		if (data[0] === "0") socket.send("40");
		if (data === "2") socket.send("3");
		if (!data.startsWith('42["submitRequest"')) return;
		const request = JSON.parse(data.slice(2))[1];
		text = request.sourceCode;
		chrome.tabs.create({url: request.url});
	};
};
connect();
