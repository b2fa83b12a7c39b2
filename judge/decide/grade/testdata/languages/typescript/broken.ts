const x: number = "no number";
