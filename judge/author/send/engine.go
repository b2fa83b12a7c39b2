package send

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/coder/websocket"
)

// This file speaks as much of Socket.IO 4 as one event needs. The first character of a message is the kind of an
// Engine.IO packet; for a message, the second is the kind of a Socket.IO packet.
// https://github.com/socketio/engine.io-protocol, https://github.com/socketio/socket.io-protocol
const (
	packetOpen       = "0"
	packetPing       = "2"
	packetPong       = "3"
	packetConnect    = "40"
	packetEvent      = "42"
	packetClose      = "1"
	packetDisconnect = "41"
)

// The intervals that the open packet names. A connection ends long before, since the submission is sent at once.
const (
	pingInterval = 25_000    // ms
	pingTimeout  = 20_000    // ms
	maxPayload   = 1_000_000 // bytes
	maxPackets   = 100       // that are read until the awaited one arrives
)

// engine is a connection to a browser.
type engine struct {
	ctx  context.Context
	conn *websocket.Conn
}

// accept opens a connection, and waits until the browser joins the default namespace. The caller has checked the
// request's origin.
func accept(ctx context.Context, w http.ResponseWriter, r *http.Request) (e engine, err error) {
	e.ctx = ctx
	if e.conn, err = websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err != nil {
		return e, err
	}
	err = e.write(packetOpen, map[string]any{"sid": "judge", "upgrades": []string{}, "pingInterval": pingInterval,
		"pingTimeout": pingTimeout, "maxPayload": maxPayload})
	if err == nil {
		err = e.await(packetConnect)
	}
	if err == nil {
		err = e.write(packetConnect, map[string]string{"sid": "judge"})
	}
	return e, err
}

// emit sends an event with one argument.
func (e engine) emit(event string, argument any) error {
	return e.write(packetEvent, []any{event, argument})
}

// confirm waits until the browser has read all earlier packets. It answers them in order.
func (e engine) confirm() error {
	if err := e.write(packetPing, nil); err != nil {
		return err
	}
	return e.await(packetPong)
}

// write sends a packet with content, unless that is nil.
func (e engine) write(kind string, content any) error {
	packet := []byte(kind)
	if content != nil {
		text, err := json.Marshal(content)
		if err != nil {
			return err
		}
		packet = append(packet, text...)
	}
	return e.conn.Write(e.ctx, websocket.MessageText, packet)
}

// await reads packets until one of this kind arrives. It ignores others, such as the event setActive.
func (e engine) await(kind string) error {
	for range maxPackets {
		_, packet, err := e.conn.Read(e.ctx)
		switch {
		case err != nil:
			return err
		case bytes.HasPrefix(packet, []byte(kind)):
			return nil
		case string(packet) == packetClose || bytes.HasPrefix(packet, []byte(packetDisconnect)):
			return errors.New("the browser closed the connection")
		}
	}
	return fmt.Errorf("no %s among %d packets", kind, maxPackets)
}
