object Main {
  def deep(n: Int): Long = if (n == 0) 0 else n + deep(n - 1)

  def main(args: Array[String]): Unit = args(0) match {
    case "hello" => println("hello")
    case "sum" =>
      println(scala.io.Source.stdin.getLines().flatMap(_.split(" ")).map(_.toLong).sum)
    case "exit" => System.exit(3)
    case "loop" => while (true) {}
    case "memory" =>
      var all: List[Array[Byte]] = Nil
      while (true) all = Array.fill[Byte](1 << 20)(1) :: all
    case "deep" => println(deep(100000))
  }
}
