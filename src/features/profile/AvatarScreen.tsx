import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { hasPictureBridge, pickPicture } from '#app/host/pick.ts'
import { outcomeText } from '#app/lib/call.ts'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { rememberPicture, useSession } from '#app/lib/session.ts'
import { uploadFile } from '#app/lib/upload-file.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { toast } from '#app/ui/toast.ts'
import { profile } from '#contract/profile'
import { commonWords } from '#words/common'
import { profileWords } from '#words/profile'
import { centred, type Crop, cropped } from './crop.ts'
import { CropBox } from './CropBox.tsx'
import styles from './profile.module.css'

const KINDS = /\.(gif|jpe?g|png|bmp)$/i

interface Chosen {
  readonly address: string
  readonly picture: HTMLImageElement
}

/** A picture of oneself: chosen, cropped to 150 by 150, sent (PRO-02, PRO-10, PRO-13). */
export function AvatarScreen() {
  const words = useWords(profileWords)
  const common = useWords(commonWords)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const offline = useNetwork() === 'offline'
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState<Crop>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(
    () => () => {
      if (chosen !== undefined) URL.revokeObjectURL(chosen.address)
    },
    [chosen],
  )

  const take = async (file: Blob) => {
    setProblem(undefined)
    const address = URL.createObjectURL(file)
    const picture = new Image()
    picture.src = address
    try {
      await picture.decode()
    } catch {
      URL.revokeObjectURL(address)
      return setProblem(words.pictureBroken)
    }
    setChosen({ address, picture })
    return setCrop(centred(picture))
  }
  const fromFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file === undefined) return
    if (KINDS.test(file.name)) void take(file)
    // An alert, as the specification has it (PRO-11).
    else alert(words.pictureType)
  }
  const choose = async () => {
    if (!hasPictureBridge()) return input.current?.click()
    const picked = await pickPicture()
    if (picked.type === 'picked') return take(picked.picture)
    if (picked.type === 'unsupported') return alert(words.pickUnsupported)
    return picked.type === 'failed' ? alert(words.pickFailed) : undefined
  }
  const send = async () => {
    if (chosen === undefined || crop === undefined || busy) return
    if (offline) return setProblem(common.offlineOnly)
    setBusy(true)
    const blob = await cropped(chosen.picture, crop)
    const outcome =
      blob === null ? undefined : await uploadFile(profile.avatar, new File([blob], 'avatar.png', { type: 'image/png' }))
    setBusy(false)
    if (outcome === undefined) return setProblem(words.pictureBroken)
    if (outcome.type !== 'ok') return setProblem(outcomeText(outcome))
    rememberPicture(outcome.data.addresses[0] ?? '')
    toast(words.pictureSaved)
    return navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
  }
  return (
    <Page title={words.picture} back>
      <Card>
        {chosen !== undefined && crop !== undefined ? (
          <CropBox address={chosen.address} size={chosen.picture} crop={crop} onCrop={setCrop} />
        ) : (
          <p className={styles['none']}>{words.noPicture}</p>
        )}
      </Card>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/gif,image/jpeg,image/png,image/bmp"
        aria-label={words.picture}
        tabIndex={-1}
        className={styles['hidden']}
        onChange={fromFile}
      />
      <div className={styles['stack']}>
        <Button tone="second" onClick={() => void choose()}>
          {words.choosePicture}
        </Button>
        {chosen !== undefined && (
          <Button busy={busy} onClick={() => void send()}>
            {words.usePicture}
          </Button>
        )}
      </div>
    </Page>
  )
}
