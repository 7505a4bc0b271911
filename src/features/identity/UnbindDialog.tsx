import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { outcomeText } from '#app/lib/call.ts'
import { unbind } from '#app/lib/identity.ts'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { sendNow, useOutbox } from '#app/lib/outbox.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { commonWords } from '#words/common'
import { identityWords } from '#words/identity'
import { unbindingWords } from '#words/unbinding'

/**
 * Asks before the binding ends. What has not been sent is offered for sending or export first (ID-25, D-105). `others` is
 * how much of earlier people waits here: it goes too, since afterwards nothing personal is left, but not without a word.
 */
export function UnbindDialog({ others, onClose }: { others: number; onClose: () => void }) {
  const words = useWords(unbindingWords)
  const identity = useWords(identityWords)
  const common = useWords(commonWords)
  const router = useRouter()
  const network = useNetwork()
  const offline = network === 'offline'
  const { items, unsent } = useOutbox()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const outcome = await unbind()
    setBusy(false)
    if (outcome.type !== 'ok') return toast(outcome.type === 'refused' ? identity.unbindFailed : outcomeText(outcome))
    onClose()
    toast(words.unbound)
    return router.navigate({ to: '/' })
  }
  const send = () => (offline ? toast(common.offlineOnly) : sendNow())
  return (
    <Dialog
      open
      title={common.boxTitle}
      onClose={onClose}
      actions={
        <>
          {unsent > 0 && (
            <>
              <Button busy={items.some((item) => item.state === 'sending')} onClick={send}>
                {words.sendFirst}
              </Button>
              <ButtonLink tone="second" to="/outbox">
                {words.exportFirst}
              </ButtonLink>
            </>
          )}
          <Button tone="danger" busy={busy} onClick={() => void end()}>
            {busy ? words.unbinding : unsent + others > 0 ? words.discardAndUnbind : words.confirmUnbind}
          </Button>
          <Button tone="second" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{unsent > 0 ? words.unsent(unsent) : words.unbindAsk}</p>
      {others > 0 && (
        <p>
          <strong>{words.othersUnsent(others)}</strong>
        </p>
      )}
      {network !== 'online' && <p>{offline ? words.unbindOffline : words.unbindUnreachable}</p>}
    </Dialog>
  )
}
