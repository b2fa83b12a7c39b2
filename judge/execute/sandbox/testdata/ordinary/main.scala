import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration

object Main {
  def main(args: Array[String]): Unit = {
    val n = scala.io.StdIn.readLine().trim.toInt
    val parts = Future.sequence((0 until 4).map(part => Future((part until n by 4).map(2L * _).sum)))
    println(Await.result(parts, Duration.Inf).sum)
  }
}
