// Four workers, each of which computes.
const { Worker, isMainThread } = require('worker_threads')

if (isMainThread) {
  let left = 4
  for (let i = 0; i < 4; i++) new Worker(__filename).on('exit', () => { if (--left === 0) console.log('done') })
} else {
  let sum = 0
  for (let i = 0; i < 3e6; i++) sum += Math.sqrt(i)
}
