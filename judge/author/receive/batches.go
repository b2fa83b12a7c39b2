package receive

// Batches tells what was sent together, and what came twice: the extension sends everything to each of its ports.
type Batches struct {
	seen map[string]map[string]bool // addresses by batch
}

// Add takes note of a task. It reports whether it is the first of its address in its batch, and how many of that are
// still to come. What belongs to no batch is always the first, and nothing comes after it.
func (b *Batches) Add(task Task) (first bool, left int) {
	if task.Batch.ID == "" {
		return true, 0
	}
	if b.seen == nil {
		b.seen = make(map[string]map[string]bool)
	}
	seen := b.seen[task.Batch.ID]
	if seen == nil {
		seen = make(map[string]bool)
		b.seen[task.Batch.ID] = seen
	}
	key := task.URL + "\n" + task.Name
	first = !seen[key]
	seen[key] = true
	return first, max(task.Batch.Size-len(seen), 0)
}
