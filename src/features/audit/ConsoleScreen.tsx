import { Link } from '@tanstack/react-router'
import { OfficePage } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { serverYear } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { PENDING } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import { commonWords } from '#words/common'
import { type Kind, KINDS } from './kinds.ts'

/** What waits for a review teacher in the office: how many, since when, and the way to the desk. */
export function ConsoleScreen() {
  const words = useWords(auditWords)
  return (
    <OfficePage title={words.console} narrow>
      <Waiting kind="loan" title={words.loans} />
      <Waiting kind="household" title={words.households} />
    </OfficePage>
  )
}

function Waiting({ kind, title }: { kind: Kind; title: string }) {
  const words = useWords(auditWords)
  const common = useWords(commonWords)
  const live = useLiveRead({
    name: `audit-waiting-${kind}`,
    entry: KINDS[kind].pages,
    input: {
      page: 1,
      size: 1,
      status: PENDING,
      year: String(serverYear()),
      after: undefined,
      oldest: true,
      find: undefined,
    },
  })
  const page = live.data?.page
  const [oldest] = page?.records ?? []
  return (
    <Card title={title}>
      <p>{page === undefined ? (live.problem ?? common.loading) : words.waiting(page.total)}</p>
      {oldest !== undefined && <Quiet>{words.waitingSince(oldest.appliedAt)}</Quiet>}
      <p>
        <Link to={KINDS[kind].list} search={{ status: Number(PENDING), oldest: true }}>
          {words.toDesk}
        </Link>
      </p>
    </Card>
  )
}
