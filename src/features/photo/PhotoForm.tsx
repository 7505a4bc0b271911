import { CircleAlert } from 'lucide'
import { lazy, Suspense, useRef, useState } from 'react'
import { useImagePicker } from '#app/host/image-picker.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { PicturePicker } from '#app/ui/PicturePicker.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { commonTexts } from '#i18n/common'
import { photoTexts } from '#i18n/photo'
import { photoScreenTexts } from '#i18n/photo-screen'
import { StoredPhoto } from './StoredPhoto.tsx'
import { usePhotoUpload } from './usePhotoUpload.ts'
import styles from './photo.module.css'

const ConfirmUpload = lazy(() =>
  import('./PhotoDialogs.tsx').then((module) => ({ default: module.PhotoUploadDialog })),
)

/**
 * The photo, its rules, and the upload. When a photo is stored, only the photo is shown (PHO-06).
 */
export function PhotoForm({ stored }: { stored: string }) {
  const texts = useTexts(photoTexts)
  const common = useTexts(commonTexts)
  const chosen = useImagePicker()
  const upload = usePhotoUpload()
  const [asking, ask] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  const sending = upload.part !== undefined
  const done = stored !== '' || upload.delivered
  const problem = chosen.problem ?? upload.problem

  const complain = (text: string | undefined) => {
    chosen.setProblem(text)
    upload.setProblem(undefined)
  }
  const confirm = () => {
    complain(undefined)
    if (chosen.image === undefined) {
      complain(texts.chooseFirst)
      choose.current?.focus()
    } else if (upload.offline) complain(common.offlineOnly)
    else ask(true)
  }
  const send = () => {
    ask(false)
    if (chosen.image !== undefined) void upload.send(chosen.prepareForSending())
  }
  return (
    <>
      <Card>
        <div className={styles['photo']}>
          {done ? (
            <StoredPhoto photoKey={stored} sent={chosen.image?.blob} />
          ) : (
            <PicturePicker
              ref={choose}
              texts={texts}
              image={chosen.image}
              preparing={chosen.preparing}
              locked={sending}
              onFile={(file) => {
                complain(undefined)
                void chosen.loadImage(file)
              }}
              onPick={() => {
                complain(undefined)
                return chosen.pick()
              }}
            />
          )}
        </div>
      </Card>
      {!done && <Tips />}
      {!done && <Alert text={problem} />}
      {!done && upload.part !== undefined && (
        <ProgressBar label={texts.progress} part={upload.part} />
      )}
      {!done && (
        <Button busy={sending} onClick={confirm}>
          {upload.part === undefined && texts.confirm}
          {upload.part !== undefined &&
            (upload.part < 1 ? texts.sending(Math.floor(upload.part * 100)) : texts.checking)}
        </Button>
      )}
      <Suspense>{asking && <ConfirmUpload onConfirm={send} onClose={() => ask(false)} />}</Suspense>
      <MessageBox
        text={chosen.alertText}
        title={common.boxTitle}
        ok={texts.ok}
        onClose={chosen.closeAlert}
      />
    </>
  )
}

/** The requirements for the photo, in three red lines (PHO-05). */
function Tips() {
  const texts = useTexts(photoScreenTexts)
  return (
    <ul className={styles['tips']} aria-label={texts.tips}>
      {[texts.tipShoulders, texts.tipPlain, texts.tipConfirm].map((tip) => (
        <li key={tip}>
          <Icon of={CircleAlert} />
          {tip}
        </li>
      ))}
    </ul>
  )
}
