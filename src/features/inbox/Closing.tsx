import { useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { toast } from '#app/ui/toast.ts'
import { inbox, type InboxEntry } from '#contract/inbox'
import { supportInboxTexts } from '#i18n/support-inbox'
import styles from './inbox.module.css'

/** Close an entry that was answered, or open it again. */
export function Closing({
  entry: { id, kind, state },
  etag,
  onEnd,
}: {
  entry: Pick<InboxEntry, 'id' | 'kind' | 'state'>
  etag: string | undefined
  /** It was done, or what was read is old. */
  onEnd: () => void
}) {
  const texts = useTexts(supportInboxTexts)
  const { send, busy, problem } = useLive()
  const act = async (call: typeof inbox.close, said: string) => {
    const outcome = await send(call, { id }, { ifMatch: etag })
    if (outcome?.type === 'ok') toast(said)
    if (outcome?.type === 'ok' || outcome?.type === 'conflict') onEnd()
  }
  return (
    <Stack>
      <Alert text={problem} />
      {state === 'answered' && kind === 'complaint' && <Quiet>{texts.closeHint}</Quiet>}
      <div className={styles['buttons']}>
        {state === 'answered' && (
          <Button tone="second" busy={busy} onClick={() => void act(inbox.close, texts.closed)}>
            {texts.close}
          </Button>
        )}
        {state !== 'open' && (
          <Button tone="second" busy={busy} onClick={() => void act(inbox.reopen, texts.didReopen)}>
            {texts.reopen}
          </Button>
        )}
      </div>
    </Stack>
  )
}
