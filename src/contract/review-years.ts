/** The campus's rule: the first and the last year of the review lists (D-77). */
export const REVIEW_RULE = { first: 2019, last: 2022 }

/**
 * The years to choose from, newest first: from the first year of the campus's rule to the later of
 * its last year and `now` (D-77).
 */
export const selectableReviewYears = (now: number, { first, last } = REVIEW_RULE): string[] => {
  const newest = Math.max(last, now)
  return Array.from({ length: newest - Math.min(first, now) + 1 }, (_, at) => String(newest - at))
}
