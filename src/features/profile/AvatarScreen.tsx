import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useRef } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { Page } from '#app/ui/Page.tsx'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { profileTexts } from '#i18n/profile'
import { CropBox } from './avatar/CropBox.tsx'
import { useAvatar } from './avatar/useAvatar.ts'
import hidden from '#app/ui/VisuallyHidden.module.css'
import styles from './profile.module.css'

/**
 * The student's own picture: chosen, cropped to 150 by 150 pixels, and uploaded (PRO-02, PRO-10,
 * PRO-13).
 */
export function AvatarScreen() {
  const texts = useTexts(profileTexts)
  const common = useTexts(commonTexts)
  const { ok } = useTexts(photoTexts)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { chosen, crop, setCrop, busy, problem, loadImage, pick, send, alertText, closeAlert } =
    useAvatar()
  const fromFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The value is cleared, so that the user can choose the same file again after a refusal.
    target.value = ''
    if (file !== undefined) loadImage(file)
  }
  const submit = async () => {
    if (!(await send())) return
    showToast(texts.pictureSaved)
    await navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
  }
  return (
    <Page title={texts.picture} back>
      <Card>
        {chosen ? (
          <CropBox address={chosen.address} size={chosen.picture} crop={crop} onCrop={setCrop} />
        ) : (
          <p className={styles['none']}>{texts.noPicture}</p>
        )}
      </Card>
      <Alert text={problem} />
      <input
        ref={input}
        type="file"
        accept="image/gif,image/jpeg,image/png,image/bmp"
        aria-label={texts.picture}
        tabIndex={-1}
        onChange={fromFile}
        className={hidden['hidden']}
      />
      {chosen && (
        <Button busy={busy} onClick={() => void submit()}>
          {texts.usePicture}
        </Button>
      )}
      <Button
        tone={chosen ? 'second' : 'main'}
        onClick={() => void (pick() || input.current?.click())}
      >
        {chosen ? texts.chooseAgain : texts.choosePicture}
      </Button>
      <MessageBox text={alertText} title={common.boxTitle} ok={ok} onClose={closeAlert} />
    </Page>
  )
}
