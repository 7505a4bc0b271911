import { lazy, Suspense, useRef, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { commonWords } from '#words/common'
import { photoWords } from '#words/photo'
import { ChosenPhoto } from './ChosenPhoto.tsx'
import styles from './photo.module.css'
import { StoredPhoto } from './StoredPhoto.tsx'
import { Tips } from './Tips.tsx'
import { useChosen } from './useChosen.ts'
import { useUpload } from './useUpload.ts'

const ConfirmUpload = lazy(() => import('./PhotoDialogs.tsx').then((module) => ({ default: module.ConfirmUpload })))
const Told = lazy(() => import('./PhotoDialogs.tsx').then((module) => ({ default: module.Told })))

/** The photo, its rules, and the way to the university; with one stored only the photo (PHO-06). */
export function PhotoForm({ stored }: { stored: string }) {
  const words = useWords(photoWords)
  const common = useWords(commonWords)
  const offline = useNetwork() === 'offline'
  const chosen = useChosen()
  const upload = useUpload()
  const [asking, ask] = useState(false)
  const [told, tell] = useState<string>()
  const choose = useRef<HTMLButtonElement>(null)
  const sending = upload.part !== undefined
  const done = stored !== '' || upload.delivered
  const problem = chosen.problem ?? upload.problem

  const complain = (text: string | undefined) => {
    chosen.complain(text)
    upload.complain(undefined)
  }
  const pick = async () => {
    const ended = await chosen.pick()
    if (ended === 'unsupported') tell(words.pickUnsupported)
    if (ended === 'failed') tell(words.pickFailed)
  }
  const confirm = () => {
    complain(undefined)
    if (chosen.image === undefined) {
      complain(words.chooseFirst)
      choose.current?.focus()
    } else if (offline) complain(common.offlineOnly)
    else ask(true)
  }
  const send = () => {
    ask(false)
    if (chosen.image !== undefined) void upload.send(chosen.image)
  }
  return (
    <>
      <Card>
        <div className={styles['photo']}>
          {done ? (
            <StoredPhoto photoKey={stored} sent={chosen.image?.blob} />
          ) : (
            <ChosenPhoto
              ref={choose}
              image={chosen.image}
              preparing={chosen.preparing}
              locked={sending}
              onFile={(file) => {
                complain(undefined)
                void chosen.take(file)
              }}
              onPick={() => {
                complain(undefined)
                void pick()
              }}
            />
          )}
        </div>
      </Card>
      {!done && <Tips />}
      {!done && problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {!done && upload.part !== undefined && (
        <progress className={styles['progress']} aria-label={words.progress} max={1} value={upload.part} />
      )}
      {!done && (
        <Button busy={sending} onClick={confirm}>
          {upload.part === undefined && words.confirm}
          {upload.part !== undefined && (upload.part < 1 ? words.sending(Math.floor(upload.part * 100)) : words.checking)}
        </Button>
      )}
      <Suspense>
        {asking && <ConfirmUpload onConfirm={send} onClose={() => ask(false)} />}
        {told !== undefined && <Told text={told} onClose={() => tell(undefined)} />}
      </Suspense>
    </>
  )
}
