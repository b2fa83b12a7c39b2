fun deep(n: Int): Long = if (n == 0) 0 else n + deep(n - 1)

fun main(args: Array<String>) {
    when (args[0]) {
        "hello" -> println("hello")
        "sum" -> {
            var sum = 0L
            for (line in generateSequence(::readLine))
                for (word in line.split(" "))
                    sum += word.toLong()
            println(sum)
        }
        "exit" -> System.exit(3)
        "loop" -> while (true) { }
        "memory" -> {
            val all = ArrayList<ByteArray>()
            while (true)
                all.add(ByteArray(1 shl 20) { 1 })
        }
        "deep" -> println(deep(100000))
    }
}
