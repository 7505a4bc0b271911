/**
 * How a property test runs: with a new seed each time, or with the one that a failure's message
 * names. `PROPERTY_SEED=7` replays, `PROPERTY_RUNS=5000` looks longer, `PROPERTY_SHRINK=1` goes on
 * to a shorter history that fails as well.
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
