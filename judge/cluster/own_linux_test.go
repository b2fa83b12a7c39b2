package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// paperConfig is the nats-server.conf of the server n1 that the paper shows.
func paperConfig(t *testing.T) string {
	t.Helper()
	paper := judgetest.Read(t, "../spread/README.md")
	config := regexp.MustCompile("(?s)```\n(server_name: n1\n.*?)```").FindStringSubmatch(paper)
	if config == nil {
		t.Fatal("the paper shows no nats-server.conf")
	}
	return config[1]
}

// own is a cluster with some NATS servers as the paper has them in place of cluster serve. Only addresses and folders
// are others; without TLS, and for one server, the lines of it are left out.
func own(t *testing.T, servers int, secure bool) (c *cluster, start func(i int) *process) {
	t.Helper()
	c = prepareCluster(t, "test")
	c.roles = filepath.Join(c.dir, "judge-keys")
	printed := c.spawn("config", "attend", "--config", "--keys", c.roles)
	if status := printed.status(); status != 0 {
		t.Fatalf("attend --config ends with %d", status)
	}
	etc := filepath.Join(c.dir, "nats")
	judgetest.Write(t, filepath.Join(etc, "judge.conf"), judgetest.Read(t, filepath.Join(printed.dir, "stdout")))
	scheme := "nats://"
	if secure {
		scheme = "tls://"
		certs := filepath.Join(c.dir, "certs") // stands for the user's own CA
		judgetest.Check(t, server.Init(certs, "127.0.0.1"))
		for _, role := range []string{server.Operator, server.Worker, server.Client} {
			judgetest.Write(t, filepath.Join(c.keys(role), "ca.pem"), judgetest.Read(t,
				filepath.Join(certs, role, "ca.pem")))
		}
		for i := range servers {
			for from, to := range map[string]string{"cert.pem": "n%d.pem", "key.pem": "n%d-key.pem"} {
				judgetest.Write(t, filepath.Join(etc, fmt.Sprintf(to, i+1)), judgetest.Read(t,
					filepath.Join(certs, "server", from)))
			}
		}
	}
	free := clustertest.FreeAddresses(t, 2*servers)
	var at []string
	for i := range servers {
		at = append(at, scheme+free[2*i])
		lines := strings.SplitAfter(paperConfig(t), "\n")
		var config strings.Builder
		for _, line := range lines {
			if !secure && strings.HasPrefix(line, "tls:") || servers == 1 && strings.HasPrefix(line, "cluster:") {
				continue
			}
			config.WriteString(line)
		}
		own, routes := fmt.Sprint("n", i+1), []string{}
		for other := range servers {
			if other != i {
				routes = append(routes, fmt.Sprintf("%q", "nats-route://"+free[2*other+1]))
			}
		}
		text := regexp.MustCompile(`routes: \[.*?\]`).ReplaceAllLiteralString(config.String(),
			"routes: ["+strings.Join(routes, ", ")+"]")
		text = strings.NewReplacer("server_name: n1", "server_name: "+own, "/etc/nats/n1", etc+"/"+own,
			"/srv/nats", filepath.Join(c.dir, "store", own), "0.0.0.0:4222", free[2*i]).Replace(text)
		if servers > 1 {
			text = strings.Replace(text, "0.0.0.0:6222", free[2*i+1], 1)
		}
		if strings.Contains(text, "0.0.0.0") || strings.Contains(text, "/etc") || strings.Contains(text, "n2:") {
			t.Fatalf("what the paper shows has other addresses than this test knows:\n%s", text)
		}
		judgetest.Write(t, filepath.Join(etc, own+".conf"), text)
	}
	c.at, c.direct = strings.Join(at, ","), strings.Join(at, ",")
	return c, func(i int) *process {
		c.started++
		return spawn(t, fmt.Sprint("n", i+1), filepath.Join(c.dir, fmt.Sprintf("said-n%d-%d", i+1, c.started)), nil,
			"nats-server", filepath.Join(etc, fmt.Sprintf("n%d.conf", i+1)))
	}
}

// led waits until the servers have elected a leader, and answer.
func (c *cluster) led() {
	c.t.Helper()
	eventually(c.t, "the servers have a leader", func() bool {
		conn, err := wire.Dial(c.t.Context(), c.at, c.keys(server.Operator), "test", testPace)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

// attend starts the attendant that the paper shows.
func (c *cluster) attend(args ...string) *process {
	c.t.Helper()
	return c.spawn("attendant", append([]string{"attend", "--at", c.at, "--keys", c.keys(server.Operator)}, args...)...)
}

// attending reports whether an attendant has prepared the servers.
func (p *process) attending() bool {
	return strings.Contains(judgetest.Read(p.t, filepath.Join(p.dir, "stdout")), "attending")
}

func (p *process) attends() {
	p.t.Helper()
	p.eventually("it attends", p.attending)
}

// settles waits until an attendant attends or has ended.
func (p *process) settles() {
	p.t.Helper()
	eventually(p.t, p.name+": it attends, or ends", func() bool {
		select {
		case <-p.ended:
			return true
		default:
			return p.attending()
		}
	})
}

// TestOwn: the configuration that the paper shows works as it stands: for three servers and for one, with TLS and
// without.
func TestOwn(t *testing.T) {
	for name, row := range map[string]struct {
		servers int
		secure  bool
		short   bool
	}{
		"one with TLS":   {1, true, true},
		"one":            {1, false, false},
		"three with TLS": {3, true, false},
		"three":          {3, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			if !row.short {
				judgetest.Long(t, "it starts several servers and judges a submission; one with TLS is tried always")
			}
			t.Parallel()
			c, start := own(t, row.servers, row.secure)
			for i := range row.servers {
				start(i).says("Server is ready", 0)
			}
			c.led()
			c.attend().attends()
			writeCopies(t, c.pack, 1, 2)
			c.work("one")
			c.asAlone(c.ask())
		})
	}
}

// TestTooFewServers: with two of three servers there is a leader, and no room for three replicas. The attendant says
// what helps, and that helps.
func TestTooFewServers(t *testing.T) {
	judgetest.Long(t, "it starts three servers, one of them twice")
	t.Parallel()
	c, start := own(t, 3, false)
	var servers []*process
	for i := range 3 {
		servers = append(servers, start(i))
		servers[i].says("Server is ready", 0)
	}
	eventually(t, "the servers have a leader", func() bool {
		said := servers[0].said() + servers[1].said() + servers[2].said()
		return strings.Contains(said, "JetStream cluster new metadata leader")
	})
	servers[2].kill()
	eventually(t, "the attendant says what helps, as soon as the servers have noticed that one is gone", func() bool {
		p := c.attend()
		p.settles()
		return strings.Contains(p.said(), "choose fewer copies with --replicas") && p.status() == 3
	})
	c.attend("--replicas", "1").attends()
	start(2).says("Server is ready", 0)
	eventually(t, "an attendant can make three replicas", func() bool {
		p := c.attend("--replicas", "3")
		p.settles()
		return p.attending()
	})
}

// One server alone is no NATS cluster.
func TestReplicasOfOne(t *testing.T) {
	judgetest.Long(t, "it starts a server")
	t.Parallel()
	c, start := own(t, 1, false)
	start(0).says("Server is ready", 0)
	c.led()
	p := c.attend("--replicas", "3")
	if status := p.status(); status != 3 || !strings.Contains(p.said(), "leave out --replicas") {
		t.Errorf("status %d, and it says %q", status, p.said())
	}
}
