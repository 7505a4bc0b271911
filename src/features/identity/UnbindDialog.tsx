import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { sendOutboxNow, useOutbox } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { unbindingTexts } from '#i18n/unbinding'
import { withTimeout } from '#offline/utilities/with-timeout'
import { clearPhoneData, unbindAndClearPhone, unbindUnlessRefused } from './unbinding.ts'

/**
 * Asks the user to confirm unbinding. After the campus has ended the session it confirms clearing
 * this phone instead. Before that the user can send or export unsent forms, and export drafts
 * (ID-25, D-105).
 *
 * `others`: the number of unsent forms of earlier users, which can stay on the phone. `unread`: the
 * outbox could not be read. `exporting`: the button that exports unsent forms.
 */
export function UnbindDialog({
  others,
  unread,
  exporting,
  onClose,
}: {
  others: number
  unread: boolean
  exporting: ReactNode
  onClose: () => void
}) {
  const texts = useTexts(unbindingTexts)
  const common = useTexts(commonTexts)
  const router = useRouter()
  const bound = useSession() !== null
  const network = useNetwork()
  const offline = network === 'offline'
  const { unsentCount, unavailable } = useOutbox()
  const isUnread = unread || unavailable === true
  const unsubmitted = useDraftCount()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly why: string; readonly keepOthers: boolean }>()
  const leave = async (keepOthers: boolean, isForced = false) => {
    setBusy(true)
    const ended = !bound
      ? { isClean: await clearPhoneData(), serverReply: Promise.resolve(undefined) }
      : isForced
        ? await unbindAndClearPhone({ keepOthers })
        : await unbindUnlessRefused({ keepOthers })
    if ('refused' in ended) {
      setRefusal({ why: ended.refused, keepOthers })
      setBusy(false)
      return
    }
    const { isClean, serverReply } = ended
    onClose()
    if (isClean) showToast(bound ? texts.unbound : texts.cleared)
    else showToast(texts.leftBehind, { ms: LONG_MS })
    await router.navigate({ to: '/' })
    if (!isForced && (await serverReply)?.type === 'refused')
      showToast(texts.notTold, { ms: LONG_MS })
  }
  // Without a binding, all forms on this phone belong to earlier users.
  const lost = bound ? unsentCount : Math.max(unsentCount, others)
  const [ask, askUnsent] = bound
    ? [texts.unbindAsk, texts.unsent]
    : [texts.clearAsk, texts.clearUnsent]
  // The dialog appears after the drafts are counted, so that no button can be tapped before.
  if (unsubmitted === undefined) return null
  const confirm = bound
    ? unsentCount > 0 || unsubmitted > 0 || isUnread
      ? texts.discardAndUnbind
      : texts.confirmUnbind
    : texts.confirmClear
  return (
    <Dialog
      open
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          {bound && unsentCount > 0 && <SendFirst offline={offline} />}
          {bound && (unsentCount > 0 || unsubmitted > 0) && exporting}
          {bound && others > 0 && (
            <Button busy={busy} onClick={() => void leave(true)}>
              {texts.keepOthers}
            </Button>
          )}
          <Button tone="danger" busy={busy} onClick={() => void leave(false)}>
            {busy
              ? bound
                ? texts.unbinding
                : texts.clearing
              : refusal !== undefined
                ? texts.tryAgain
                : bound && others > 0
                  ? texts.deleteOthers
                  : confirm}
          </Button>
          {refusal !== undefined && (
            <Button tone="second" busy={busy} onClick={() => void leave(refusal.keepOthers, true)}>
              {texts.clearAnyway}
            </Button>
          )}
          <Button tone="second" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      {refusal !== undefined && <Alert text={texts.refused(refusal.why)} />}
      <p>{lost > 0 ? askUnsent(lost) : ask}</p>
      {bound && unsubmitted > 0 && <p>{texts.drafts(unsubmitted)}</p>}
      {isUnread && (
        <p>
          <strong>{texts.unread}</strong>
        </p>
      )}
      {bound && others > 0 && (
        <p>
          <strong>{texts.othersUnsent(others)}</strong>
        </p>
      )}
      {bound && network !== 'online' && (
        <p>{offline ? texts.unbindOffline : texts.unbindUnreachable}</p>
      )}
    </Dialog>
  )
}

/** Returns the number of drafts; undefined until they are counted. */
function useDraftCount(): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(
    () =>
      void withTimeout(UNSENT_CHECK_MS, formDrafts.list(), () => []).then(({ length }) =>
        setCount(length),
      ),
    [],
  )
  return count
}

const UNSENT_CHECK_MS = 1_000

/** How long a toast is shown, ms: long enough to read it twice. */
const LONG_MS = 10_000

function SendFirst({ offline }: { offline: boolean }) {
  const texts = useTexts(unbindingTexts)
  const common = useTexts(commonTexts)
  const { items } = useOutbox()
  return (
    <Button
      busy={items.some((item) => item.state === 'sending')}
      onClick={() => (offline ? showToast(common.offlineOnly) : sendOutboxNow())}
    >
      {texts.sendFirst}
    </Button>
  )
}
