// What a group's tasks give is said by the first that is added, before anything else is done with the group.
func none() async -> Int {
  await withTaskGroup { group in  // error: generic parameter 'ChildTaskResult' could not be inferred
    print("no tasks")
    return 3
  }
}
func late() async {
  let first = await withTaskGroup { group in  // error: generic parameter 'ChildTaskResult' could not be inferred
    let x = await group.next()
    group.addTask { "x" }
    print(x == nil)
    return 1
  }
  print(first)
}
func asked() async {
  await withTaskGroup { group in  // error: generic parameter 'ChildTaskResult' could not be inferred
    if group.isEmpty { print("e") }
    group.addTask { "x" }
  }
}
func unlike() async {
  await withTaskGroup { group in
    group.addTask { 1 }
    group.addTask { "x" }  // error: cannot convert value of type 'String' to closure result type 'Int'
  }
}
