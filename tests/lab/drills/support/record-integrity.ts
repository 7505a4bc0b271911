import { queryOnce } from './query.ts'

// Record, history, answers and step are written by one transaction: there are all or none. What the
// demo campus came with has neither history nor answer.
const records = (codes: readonly string[]) => `
  select code, remark, version, line.count as lines, line.last, line.first, (
      select count(*)::int from idempotency
      where subject = 'student:' || code and form = 'travel' and receipt is not null
    ) as answers,
    exists (
      select from step_done where step_done.student_code = code and step_id::text = step
    ) as done
  from travel join student on code = student_code
  cross join lateral (
    select count(*)::int, min(version) as first,
      (array_agg(words ->> 'remark' order by version desc))[1] as last
    from form_history where form_history.student_code = code and form = 'travel'
  ) as line
  where code in (${codes.map((code) => `'${code}'`).join(', ')})`

/**
 * Fail unless every record in the database at `url` is whole and says what its student was told
 * last; call when the traffic has settled.
 */
export async function assertRecordsIntact(
  url: string,
  newest: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await queryOnce(url, records([...newest.keys()]))
  const broken = rows.filter(
    ({ code, remark, version, first, lines, last, answers, done }) =>
      Number(version) - Number(first) + 1 !== lines ||
      answers !== lines ||
      done !== true ||
      remark !== last ||
      remark !== newest.get(String(code)),
  )
  if (broken.length > 0 || rows.length !== newest.size)
    throw new Error(
      `${rows.length} records of ${newest.size} students, not whole: ${JSON.stringify(broken)}`,
    )
}
