/** The years to choose from, newest first: 2019 to the later of 2022 and `now` (D-77). */
export const selectableReviewYears = (now: number): string[] =>
  Array.from({ length: Math.max(2022, now) - 2018 }, (_, at) => String(Math.max(2022, now) - at))
