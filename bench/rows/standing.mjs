// The cost of the program without requests, and of filling it.

export const standing = [
  { name: "start to healthy", unit: "s", goal: 0.05, run: ({ startSeconds }) => startSeconds },
  { name: "idle memory (PSS)", unit: "MiB", goal: 20, run: ({ idleMiB }) => idleMiB },
  { name: "idle memory without the program's file", unit: "MiB", goal: 20, run: ({ idleOwnMiB }) => idleOwnMiB },
  { name: "bulk create, a node of 100,000", unit: "µs CPU", goal: 25, run: ({ microsPerNode }) => microsPerNode },
]
