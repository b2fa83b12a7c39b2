package server

import (
	"fmt"
	"slices"
	"strings"
)

// streamAccount is the account of NATS that has the streams and the operators. Each other role has one of its own.
const streamAccount = "JUDGE"

func accountOf(role string) string {
	if role == Operator {
		return streamAccount
	}
	return strings.ToUpper(role)
}

// accounts are the configuration of NATS that says who may do what, by the keys of each role.
//
// The server publishes answers to whatever subject a request names, even one that the sender may not publish to. In the
// account of the streams, an answer to a subject of the API would be obeyed as a request. So each role has an account
// of its own. It imports only what the role may do, and answers come back into it: there they can reach nothing else.
func accounts(keys []Key) string {
	var text strings.Builder
	var all []service
	for _, role := range allRoles {
		all = append(all, roleAccess[role].services()...)
	}
	slices.SortFunc(all, func(a, b service) int { return strings.Compare(a.subject, b.subject) })
	fmt.Fprintf(&text, "accounts {\n")
	for _, role := range allRoles {
		a := roleAccess[role]
		fmt.Fprintf(&text, "  %s {\n", accountOf(role))
		writeUsers(&text, role, keys)
		if role == Operator {
			fmt.Fprintf(&text, "    jetstream: enabled\n")
		}
		fmt.Fprintf(&text, "    exports: [\n")
		if role == Operator {
			for _, s := range slices.Compact(all) {
				fmt.Fprintf(&text, "      {service: %q%s}\n", s.subject,
					map[bool]string{true: ", response_type: stream"}[s.streamed])
			}
		}
		for _, subject := range a.says {
			fmt.Fprintf(&text, "      {stream: %q}\n", subject)
		}
		fmt.Fprintf(&text, "    ]\n    imports: [\n")
		for _, s := range a.services() {
			fmt.Fprintf(&text, "      {service: {account: %s, subject: %q}, to: %q}\n", streamAccount, s.subject,
				s.local())
		}
		for _, other := range allRoles {
			for _, subject := range roleAccess[other].says {
				if other != role && slices.Contains(a.hears, subject) {
					fmt.Fprintf(&text, "      {stream: {account: %s, subject: %q}}\n", accountOf(other), subject)
				}
			}
		}
		fmt.Fprintf(&text, "    ]\n  }\n")
	}
	fmt.Fprintf(&text, "}\n")
	return text.String()
}

// writeUsers writes the keys of a role that were not withdrawn.
func writeUsers(text *strings.Builder, role string, keys []Key) {
	fmt.Fprintf(text, "    users: [\n")
	for _, key := range keys {
		if key.Role != role || !key.Withdrawn.IsZero() {
			continue
		}
		p := permissions(key)
		if p == nil {
			fmt.Fprintf(text, "      {nkey: %s}\n", key.Public)
			continue
		}
		fmt.Fprintf(text, "      {nkey: %s, permissions: {\n        publish: {allow: [%s]}\n        subscribe: "+
			"{allow: [%s]}\n      }}\n",
			key.Public, quoted(p.Publish.Allow), quoted(p.Subscribe.Allow))
	}
	fmt.Fprintf(text, "    ]\n")
}

func quoted(subjects []string) string {
	var all []string
	for _, subject := range subjects {
		all = append(all, fmt.Sprintf("%q", subject))
	}
	return strings.Join(all, ", ")
}
