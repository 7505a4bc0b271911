/** A goal, and the value that was reached. */
export interface GoalResult {
  readonly name: string
  readonly goal: string
  readonly reached: string
  readonly isReached: boolean
}

/** A goal that is met if the value is not above it. */
export const atMost = (name: string, goal: number, reached: number, unit = ''): GoalResult => ({
  name,
  goal: `≤ ${goal}${unit}`,
  reached: `${shown(reached)}${unit}`,
  isReached: reached <= goal,
})

/** A goal that is met if the value is not below it. */
export const atLeast = (name: string, goal: number, reached: number, unit = ''): GoalResult => ({
  name,
  goal: `≥ ${goal}${unit}`,
  reached: `${shown(reached)}${unit}`,
  isReached: reached >= goal,
})

/** Format the goals as a table. */
export function formatGoals(goals: readonly GoalResult[]): string[] {
  const line = (name: string, goal: string, reached: string, holds: string) =>
    `${name.padEnd(54)}${goal.padStart(16)}${reached.padStart(16)}  ${holds}`
  return [
    line('', 'goal', 'reached', ''),
    ...goals.map(({ name, goal, reached, isReached }) =>
      line(name, goal, reached, isReached ? 'yes' : 'NO'),
    ),
  ]
}

const shown = (figure: number): string =>
  figure >= 100 || Number.isInteger(figure) ? String(Math.round(figure)) : figure.toFixed(1)
