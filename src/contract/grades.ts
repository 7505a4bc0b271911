import * as v from 'valibot'
import { defineFile, defineRead } from './call.ts'
import {
  type Codec,
  lenientBooleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { acceptIfCodeZero, type ResponseRule } from './rules.ts'

// A list of labels; objects with `yearTerm` are read too (D-83). A missing value is an empty list.
const labels: Codec<string[]> = {
  decode: v.pipe(
    v.nullish(
      v.array(
        v.union([
          v.string(),
          v.pipe(
            v.object({ yearTerm: v.string() }),
            v.transform(({ yearTerm }) => yearTerm),
          ),
        ]),
      ),
      [],
    ),
    v.transform((found) => found.filter((label) => label !== '')),
  ),
  encode: (value) => value,
  schema: v.array(v.string()),
}

// Code '2' is a successful response. It means that the person is not a current student (D-84).
const currentOrNot: ResponseRule = {
  ...acceptIfCodeZero,
  isSuccess: (body) =>
    acceptIfCodeZero.isSuccess(body) || String((body as { code?: unknown } | null)?.code) === '2',
  isRefusal: (body) =>
    acceptIfCodeZero.isRefusal(body) && String((body as { code?: unknown } | null)?.code) !== '2',
  success: {},
}

/** The code for a person who is not a current student. */
export const NOT_CURRENT_STUDENT_CODE = '2'

const Grade = recordCodec({
  course: requiredKey('courseName', textCodec()),
  /** Points, or a word such as 优. */
  score: textCodec(),
  credit: optionalKey('credit', textCodec()),
  /**
   * Whether a score is a pass at this campus. Absent for points at a campus with the default pass
   * mark, and absent from other backends.
   */
  passed: optionalKey('passed', lenientBooleanCodec),
})
/** A course with its score. */
export type Grade = CodecValue<typeof Grade>

/** Points below this are failed, until the campus sets another mark (GRD-03). */
export const PASSING_SCORE = 60

/**
 * The words that count as a pass if the campus names no others. A score with any other word is not
 * a pass.
 */
export const PASSING_GRADES: readonly string[] =
  '优,优秀,良,良好,中,中等,及格,合格,通过,免修,免考,甲,乙,丙,A+,A,A-,B+,B,B-,C+,C,C-,D+,D,P,PASS'.split(
    ',',
  )

/**
 * The status of a score. 'failed': points below the pass mark; 'not-passed': a word that is not a
 * pass, such as 不及格, 缺考, 缓考 or 作弊; 'none': there is no score yet.
 */
export type GradeStatus = 'passed' | 'failed' | 'not-passed' | 'none'

/**
 * The status of a grade (GRD-03). A score has the status that the campus states. Without such a
 * statement points are compared with the pass mark, and the words in `words` are passes.
 */
export function toGradeStatus(
  { score, passed }: { readonly score: string; readonly passed?: boolean | null | undefined },
  {
    mark = PASSING_SCORE,
    words = PASSING_GRADES,
  }: { readonly mark?: number; readonly words?: readonly string[] } = {},
): GradeStatus {
  const said = score.trim()
  if (said === '') return 'none'
  if (isNumericScore(said)) return (passed ?? Number(said) >= mark) ? 'passed' : 'failed'
  const isPass = passed ?? words.some((word) => word.toUpperCase() === said.toUpperCase())
  return isPass ? 'passed' : 'not-passed'
}

/** Whether a score is a number and not a word. */
export const isNumericScore = (score: string): boolean =>
  score.trim() !== '' && Number.isFinite(Number(score))

/**
 * The wire values of a term's label: '2023-2024学年第一学期' is year 2023-2024, term 1 (GRD-07, D-83).
 */
export const parseTermLabel = (label: string): { year: string; term: '1' | '2' } => ({
  year: label.split('学年', 1)[0]?.trim() ?? '',
  term: label.includes('第一学期') ? '1' : '2',
})

const number = requiredKey('stuNumber', textCodec())
const idCard = requiredKey('idCard', textCodec())

/** Grades (GRD). Grades that were read once can be read offline for 30 days (D-105). */
export const grades = {
  terms: defineRead({
    path: '/getyearandterm',
    who: 'student',
    offline: 'cached',
    /** The phone does not store the ID number, so offline it is ''; the server uses its own. */
    input: recordCodec({ number, idCard }),
    output: recordCodec({
      code: textCodec(),
      labels: requiredKey('data', labels),
    }),
    rule: currentOrNot,
  }),
  find: defineRead({
    path: '/getSocre',
    who: 'student',
    offline: 'cached',
    input: recordCodec({
      number,
      idCard,
      year: textCodec(),
      term: textCodec(),
    }),
    output: recordCodec({ grades: requiredKey('data', listCodec(Grade)) }),
  }),
  /** All grades as CSV for spreadsheet programs (D-85). */
  download: defineFile({
    path: '/api/exportOne',
    who: 'student',
    parameter: 'stuNumber',
    allowsPlainLink: true,
  }),
}
