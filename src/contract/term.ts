/** Is this a term's name, whose two years follow each other: 2026-2027学年第一学期? */
export function isTermName(label: string): boolean {
  const years = yearsOf(label)
  return years !== undefined && years.to === years.from + 1
}

/**
 * Does a term of this name begin on this day? The first one does so in the second half of its first
 * year, the second one in the first half of the other. What is no name is not judged.
 */
export function beginsInTerm(label: string, firstDay: string): boolean {
  const years = yearsOf(label)
  if (years === undefined) return true
  const month = Number(firstDay.slice(5, 7))
  const year = Number(firstDay.slice(0, 4))
  return label.includes('第一')
    ? year === years.from && month >= 7
    : year === years.to && month <= 6
}

function yearsOf(label: string): { from: number; to: number } | undefined {
  const found = /^(20\d\d)-(20\d\d)学年第[一二]学期$/.exec(label)
  return found === null ? undefined : { from: Number(found[1]), to: Number(found[2]) }
}
