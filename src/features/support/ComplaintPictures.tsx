import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { Picture } from '#app/ui/Picture.tsx'
import type { FileCall } from '#contract/call'
import { pictureTexts } from '#i18n/picture'
import { supportTexts } from '#i18n/support'
import styles from './support.module.css'

/** The pictures of a complaint, fetched with the token and never cached. */
export function ComplaintPictures({
  keys,
  entry,
}: {
  keys: readonly string[]
  /** The call that reads the pictures; by default the call of the complaint's author. */
  entry?: FileCall
}) {
  const texts = useTexts(supportTexts)
  return (
    <div role="group" aria-label={texts.pictures} className={styles['pictures']}>
      {keys.map((key, at) => (
        <OnePicture key={key} of={key} name={texts.picture(at + 1)} entry={entry} />
      ))}
    </div>
  )
}

function OnePicture({
  of,
  name,
  entry,
}: {
  of: string
  name: string
  entry: FileCall | undefined
}) {
  const texts = useTexts(pictureTexts)
  const { data, isFetching, refetch } = useQuery(imageQuery(of, entry))
  const missing = isFetching ? 'loading' : 'failed'
  return (
    <Picture
      name={name}
      blob={data}
      state={data === undefined ? missing : 'here'}
      texts={texts}
      onRetry={() => void refetch()}
    />
  )
}
