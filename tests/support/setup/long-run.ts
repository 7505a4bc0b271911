/**
 * Whether `npm run test:long` runs the tests, which then take all cases of their lists. CI takes
 * those that find the most for their time (`docs/results/ci-time.md`).
 */
export const isLongRun = process.env['LONG_RUN'] !== undefined

/** All cases in a long run, otherwise those that `isInCi` names. */
export const casesOfRun = <Case>(
  cases: readonly Case[],
  isInCi: (one: Case, nth: number) => boolean,
): readonly Case[] => (isLongRun ? cases : cases.filter(isInCi))
