import type { HandlerRequest } from '../../platform/http/handler.ts'
import { runAuditedSearch } from '../office/public.ts'

/**
 * Finds the student with exactly the student or exam number that finance has typed; undefined if
 * there is none, or several. Resolves to a refusal if the caller has searched too often.
 *
 * @param mayHaveLeft Whether a student who has left is found too.
 */
export async function findPayer(
  ask: HandlerRequest<{ number: string }>,
  { mayHaveLeft = false }: { mayHaveLeft?: boolean } = {},
) {
  const { number } = ask.input
  const rows = () =>
    ask.db
      .selectFrom('student')
      .select(['code as student_code', 'number as student_number'])
      .select(['exam_number', 'name', 'class_name'])
      .where((e) => e.or([e('number', '=', number), e('exam_number', '=', number)]))
      .$if(!mayHaveLeft, (query) => query.where('withdrawn_at', 'is', null))
      .limit(2)
      .execute()
  const search = { action: 'finance.search', find: number, after: '', rows } as const
  const found = await runAuditedSearch(ask, search)
  if ('type' in found) return found
  return found.length === 1 ? found[0] : undefined
}
