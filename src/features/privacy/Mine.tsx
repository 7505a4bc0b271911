import { download } from '#app/lib/download.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useOneAtATime } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { privacy } from '#contract/privacy'
import { commonWords } from '#words/common'
import { frameWords } from '#words/frame'
import { privacyWords } from '#words/privacy'

/** What the university keeps about the student who is bound, to look at and to take along. */
export function Mine() {
  const words = useWords(privacyWords)
  const common = useWords(commonWords)
  const { retry: retryLabel } = useWords(frameWords)
  const { data, state, problem, why, retry } = useLiveRead({
    name: 'privacy',
    entry: privacy.mine,
    input: {},
  })
  const taking = useOneAtATime()
  if (data === undefined)
    return state === 'failed' ? (
      <Problem
        title={words.failed}
        text={problem}
        why={why}
        retryLabel={retryLabel}
        onRetry={retry}
      />
    ) : (
      <Skeleton rows={6} label={common.loading} />
    )
  return (
    <>
      <Card flush title={words.mine}>
        {data.groups.map(({ title, records, days }) => (
          <Row
            key={title}
            label={title}
            description={days === 0 ? words.byLaw : words.days(days)}
            trailing={words.records(records)}
          />
        ))}
        <RowLink to="/advice" label={words.complain} />
      </Card>
      <Alert text={taking.problem} />
      <Button busy={taking.busy} onClick={() => void taking.run(() => download(privacy.data, {}))}>
        {words.download}
      </Button>
    </>
  )
}
