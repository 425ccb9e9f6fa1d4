/** A directed graph: each node with its targets. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Builds a graph from pairs (from, to), without self-references. */
export function buildGraph(pairs: Iterable<readonly [string, string]>): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) {
    if (from === to) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets.add(to))
  }
  return graph
}

/**
 * Finds one shortest cycle for every strongly connected component, as a path that ends where it started, however
 * many cycles run through it.
 */
export function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const named = new Set<string>()
  for (const start of [...graph.keys()].sort()) {
    if (named.has(start)) continue
    const cycle = shortestCycle(graph, start)
    if (!cycle) continue
    cycles.push(cycle)
    for (const node of findKnot(graph, start)) named.add(node)
  }
  return cycles
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathBack(cameFrom, start, node)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return undefined
}

function pathBack(cameFrom: Map<string, string>, start: string, last: string): string[] {
  const path = [start]
  for (let node = last; node !== start; node = cameFrom.get(node)!) path.unshift(node)
  return [start, ...path]
}

function findKnot(graph: Graph, start: string): string[] {
  return [...reachable(graph, start)].filter((node) => reachable(graph, node).has(start))
}

function reachable(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
  return seen
}
