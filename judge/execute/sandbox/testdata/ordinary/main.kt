import kotlin.concurrent.thread

fun main() {
    val n = readLine()!!.trim().toInt()
    val parts = LongArray(4)
    val threads = parts.indices.map { part -> thread { for (x in part until n step 4) parts[part] += 2L * x } }
    threads.forEach { it.join() }
    println(parts.sum())
}
