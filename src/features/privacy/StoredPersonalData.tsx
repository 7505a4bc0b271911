import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { downloadFile } from '#app/lib/network/download-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { privacy } from '#contract/privacy'
import { privacyTexts } from '#i18n/privacy'

/** The data that the university stores about the signed-in student, to view and to download. */
export function StoredPersonalData() {
  const texts = useTexts(privacyTexts)
  const named = useTranslateName()
  const { data, state, problem, why, retry } = useOnlineQuery({
    name: 'privacy',
    entry: privacy.mine,
    input: {},
  })
  const taking = useExclusiveAction()
  if (data === undefined)
    return state === 'failed' ? (
      <ErrorState title={texts.failed} text={problem} why={why} onRetry={retry} />
    ) : (
      <Skeleton rows={6} />
    )
  return (
    <>
      {data.fields !== undefined && data.fields.length > 0 && (
        <Card flush title={texts.ownFields}>
          {data.fields.map(({ name, value }) => (
            <Row key={name} label={named(name)} value={named(value)} />
          ))}
        </Card>
      )}
      <Card flush title={texts.mine}>
        {data.groups.map(({ title, records, days }) => (
          <Row
            key={title}
            label={title}
            description={days === 0 ? texts.byLaw : texts.days(days)}
            trailing={texts.records(records)}
          />
        ))}
        <RowLink to="/advice" label={texts.complain} />
      </Card>
      <Alert text={taking.problem} />
      <Button
        busy={taking.busy}
        onClick={() => void taking.run(() => downloadFile(privacy.data, {}))}
      >
        {texts.download}
      </Button>
    </>
  )
}
