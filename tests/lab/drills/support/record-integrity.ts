import { queryOnce } from './query.ts'

// A submission writes the record, its history, the stored answer and the step in one transaction,
// so either all or none exist. The demo campus's original records have neither history nor stored
// answer.
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
 * Fail unless every record in the database at `url` is complete and has the values that were last
 * acknowledged to its student. To be called when the traffic has ended.
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
