/** The years on offer: 2019 to the later of 2022 and this one (D-77). */
export const auditYears = (now: number): string[] =>
  Array.from({ length: Math.max(2022, now) - 2018 }, (_, at) => String(Math.max(2022, now) - at))
