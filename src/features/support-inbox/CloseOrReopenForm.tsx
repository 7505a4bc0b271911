import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { showToast } from '#app/ui/toast.ts'
import { supportInbox, type InboxEntry } from '#contract/support-inbox'
import { supportInboxTexts } from '#i18n/support-inbox'
import styles from './support-inbox.module.css'

/** Closes an answered entry, or reopens it. */
export function CloseOrReopenForm({
  entry: { id, kind, state },
  etag,
  onEnd,
}: {
  entry: Pick<InboxEntry, 'id' | 'kind' | 'state'>
  etag: string | undefined
  /** Called after the change, and also if the entry has changed since it was read. */
  onEnd: () => void
}) {
  const texts = useTexts(supportInboxTexts)
  const { send, busy, problem } = useOnlineCall()
  const act = async (call: typeof supportInbox.close, said: string) => {
    const outcome = await send(call, { id }, { ifMatch: etag })
    if (outcome?.type === 'ok') showToast(said)
    if (outcome?.type === 'ok' || outcome?.type === 'conflict') onEnd()
  }
  return (
    <Stack>
      <Alert text={problem} />
      {state === 'answered' && kind === 'complaint' && <MutedText>{texts.closeHint}</MutedText>}
      <div className={styles['buttons']}>
        {state === 'answered' && (
          <Button
            tone="second"
            busy={busy}
            onClick={() => void act(supportInbox.close, texts.closed)}
          >
            {texts.close}
          </Button>
        )}
        {state !== 'open' && (
          <Button
            tone="second"
            busy={busy}
            onClick={() => void act(supportInbox.reopen, texts.didReopen)}
          >
            {texts.reopen}
          </Button>
        )}
      </div>
    </Stack>
  )
}
