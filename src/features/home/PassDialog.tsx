import { useEffect, useEffectEvent, useState } from 'react'
import { type PassState, usePass } from '#app/features/checkin/public.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useWakeLock } from '#app/lib/platform/wake-lock.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { QrCode } from '#app/ui/QrCode.tsx'
import { showToast } from '#app/ui/toast.ts'
import { appShellTexts } from '#i18n/app-shell'
import { passTexts } from '#i18n/checkin-pass'
import styles from './PassDialog.module.css'

/**
 * The personal code, shown when its checks have succeeded; it is renewed automatically. If a check
 * fails, the dialog shows a message with the reason (HOME-08, HOME-22 to HOME-25).
 */
export function PassDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts(passTexts)
  const frame = useTexts(appShellTexts)
  const name = useSession()?.person.name ?? ''
  const pass = usePass()
  const why = pass.type === 'refused' ? pass.text : undefined
  const refuse = useEffectEvent((text: string) => {
    showToast(text)
    onClose()
  })
  useEffect(() => {
    if (why !== undefined) refuse(why)
  }, [why])
  // Keeps the screen on, because a code on a dimmed screen cannot be scanned.
  useWakeLock()
  if (pass.type === 'loading' || pass.type === 'refused') return null
  return (
    <Dialog
      open
      title={texts.code}
      onClose={onClose}
      actions={
        <Button tone="second" onClick={onClose}>
          {frame.close}
        </Button>
      }
    >
      <QrCode text={pass.text} label={texts.codePicture(name)} />
      <p className={styles['words']}>
        <b>{name}</b>
        <About pass={pass} />
      </p>
    </Dialog>
  )
}

function About({ pass }: { pass: Extract<PassState, { type: 'ready' | 'bare' }> }) {
  const texts = useTexts(passTexts)
  const when = formatRecentPhoneTime(pass.checkedAt, useLanguage())
  return (
    <>
      {pass.type === 'ready' && <Renewal at={pass.renewsAt} />}
      {pass.type === 'bare' && <span>{texts.codeBare}</span>}
      <span>{pass.fresh ? texts.codeChecked(when) : texts.codeKept(when)}</span>
    </>
  )
}

function Renewal({ at }: { at: number }) {
  const texts = useTexts(passTexts)
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span>{texts.codeRenews(Math.max(0, Math.ceil((at - now) / 1000)))}</span>
}
