// Fills in the page, and submits it.
chrome.runtime.sendMessage("ready", (text) => {
	if (text === null) return;
	document.querySelector("#submit-solution").value = text;
	document.querySelector(".modal #btn-submit").click();
});
