import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { pictureTexts } from '#i18n/picture'

/** A picture of an application, fetched with the token and never kept (GRN-19). */
export function StoredPicture({ name, of }: { name: string; of: string }) {
  const texts = useTexts(pictureTexts)
  const { data, isFetching, refetch } = useQuery(imageQuery(of))
  const missing = isFetching ? 'loading' : 'failed'
  return (
    <Picture
      name={name}
      blob={data}
      state={of === '' ? 'none' : data === undefined ? missing : 'here'}
      texts={texts}
      onRetry={() => void refetch()}
    />
  )
}
