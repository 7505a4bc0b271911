import { useState } from 'react'
import { type Picked, pickPicture } from '#app/host/pick.ts'
import type { ReadyImage } from '#app/lib/images.ts'
import { useWords } from '#app/lib/language.ts'
import { photoWords } from '#words/photo'

/** The picture that was picked, made ready to be sent as soon as it is. */
export function useChosen() {
  const words = useWords(photoWords)
  const [image, setImage] = useState<ReadyImage>()
  const [problem, setProblem] = useState<string>()
  const [preparing, setPreparing] = useState(false)

  const take = async (picture: Blob) => {
    setProblem(undefined)
    setPreparing(true)
    // Its code travels only when somebody picks a picture.
    const prepared = await import('#app/lib/images.ts').then(
      ({ prepareImage }) => prepareImage(picture),
      () => ({ type: 'broken' as const }),
    )
    setPreparing(false)
    if (prepared.type === 'ready') setImage(prepared.image)
    else setProblem(prepared.type === 'broken' ? words.broken : words.tooSmall)
  }
  /** Pick through the messaging app; what it cannot do is told as an alert. */
  const pick = async (): Promise<Exclude<Picked['type'], 'picked'> | undefined> => {
    const picked = await pickPicture()
    if (picked.type !== 'picked') return picked.type
    await take(picked.picture)
    return undefined
  }
  return { image, problem, preparing, take, pick, complain: setProblem }
}
