import { lazy, Suspense, useRef, useState } from 'react'
import { useChosen } from '#app/host/chosen.ts'
import { useWords } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MessageBox } from '#app/ui/MessageBox.tsx'
import { PicturePicker } from '#app/ui/PicturePicker.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { commonWords } from '#words/common'
import { photoWords } from '#words/photo'
import { StoredPhoto } from './StoredPhoto.tsx'
import { Tips } from './Tips.tsx'
import { useUpload } from './useUpload.ts'
import styles from './photo.module.css'

const ConfirmUpload = lazy(() =>
  import('./PhotoDialogs.tsx').then((module) => ({ default: module.ConfirmUpload })),
)

/** The photo, its rules, and the way to the university; with one stored only the photo (PHO-06). */
export function PhotoForm({ stored }: { stored: string }) {
  const words = useWords(photoWords)
  const common = useWords(commonWords)
  const chosen = useChosen()
  const upload = useUpload()
  const [asking, ask] = useState(false)
  const choose = useRef<HTMLButtonElement>(null)
  const sending = upload.part !== undefined
  const done = stored !== '' || upload.delivered
  const problem = chosen.problem ?? upload.problem

  const complain = (text: string | undefined) => {
    chosen.complain(text)
    upload.complain(undefined)
  }
  const confirm = () => {
    complain(undefined)
    if (chosen.image === undefined) {
      complain(words.chooseFirst)
      choose.current?.focus()
    } else if (upload.offline) complain(common.offlineOnly)
    else ask(true)
  }
  const send = () => {
    ask(false)
    if (chosen.image !== undefined) void upload.send(chosen.forTheWay())
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
              words={words}
              image={chosen.image}
              preparing={chosen.preparing}
              locked={sending}
              onFile={(file) => {
                complain(undefined)
                void chosen.take(file)
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
        <ProgressBar label={words.progress} part={upload.part} />
      )}
      {!done && (
        <Button busy={sending} onClick={confirm}>
          {upload.part === undefined && words.confirm}
          {upload.part !== undefined &&
            (upload.part < 1 ? words.sending(Math.floor(upload.part * 100)) : words.checking)}
        </Button>
      )}
      <Suspense>{asking && <ConfirmUpload onConfirm={send} onClose={() => ask(false)} />}</Suspense>
      <MessageBox
        text={chosen.told}
        title={common.boxTitle}
        ok={words.ok}
        onClose={chosen.closeTold}
      />
    </>
  )
}
