import qualified Data.ByteString.Char8 as B
import Data.Maybe (mapMaybe)
import System.Environment (getArgs)
import System.Exit

deep :: Int -> Integer
deep 0 = 0
deep n = toInteger n + deep (n - 1)

run :: String -> IO ()
run "hello" = putStrLn "hello"
run "sum" = B.getContents >>= print . sum . map fst . mapMaybe B.readInt . B.words
run "exit" = exitWith (ExitFailure 3)
run "loop" = let go :: Int -> Int; go n = if n < 0 then n else go ((n + 1) `mod` 1000) in print (go 0)
run "memory" = let xs = [1 ..] :: [Integer] in print (length xs) >> print (sum xs)
run _ = print (deep 100000)

main :: IO ()
main = getArgs >>= run . head
