/**
 * The parameters of a property test. The seed is new each time, or the one that a failure's message
 * names. `PROPERTY_SEED=7` replays a run, `PROPERTY_RUNS=5000` makes more runs, and
 * `PROPERTY_SHRINK=1` shrinks a failing run.
 */
export function propertyParameters(runs: number): {
  seed: number
  numRuns: number
  endOnFailure: boolean
} {
  const readOption = (name: string) => process.env[`PROPERTY_${name}`]
  return {
    seed: Number(readOption('SEED') ?? Date.now() % 1_000_000),
    numRuns: Number(readOption('RUNS') ?? runs),
    endOnFailure: readOption('SHRINK') === undefined,
  }
}
