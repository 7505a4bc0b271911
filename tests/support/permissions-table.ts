import type { Part } from '#contract/permissions'

/** Somebody of the demo campus for each part. */
export const PEOPLE: Readonly<Record<Exclude<Part, 'nobody'>, string>> = {
  student: '990001',
  staff: 'T1001',
  'dorm-supervisor': 'T2001',
  'review-teacher': 'T3001',
  administrator: 'T4001',
  admissions: 'T5001',
  finance: 'T6001',
  'dorm-office': 'T7001',
}

const own = { stuCode: 'S990001' }
const other = { stuCode: 'S990002' }
const staff = [{}, other, { userCode: 'T9009' }]

/** What each part asks of every call; a letter of the table is the answer to one of these. */
export const WAYS: Readonly<Record<Part, readonly object[]>> = {
  nobody: [{}, own],
  student: [
    {},
    own,
    { formList: [{}, own] },
    other,
    { stuCode: 'S000000' },
    { student: other },
    { formList: [{}, other] },
    { collection: JSON.stringify([other]) },
  ],
  staff,
  'dorm-supervisor': staff,
  'review-teacher': staff,
  administrator: staff,
  admissions: staff,
  finance: staff,
  'dorm-office': staff,
}

const WIDTHS = [2, 8, 3, 3, 3, 3, 3, 3, 3]

/** A line of the table. */
export const lineOf = (path: string, letters: readonly string[]): string =>
  [path.padEnd(52), ...letters.map((one, at) => one.padEnd(WIDTHS[at] ?? 0))].join(' ').trimEnd()

/** The lines of the table by call; what begins with # is for its reader. */
export function readTable(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.split(' ', 1)[0] ?? '', line]))
}
