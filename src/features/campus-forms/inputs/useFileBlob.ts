import { useEffect, useState } from 'react'
import { useFormScope } from '../form-state.ts'

/** The bytes of a file; undefined while they load, or if they are not available. */
export function useFileBlob(id: string): Blob | undefined {
  const { files } = useFormScope()
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly blob: Blob }>()
  useEffect(() => {
    let isGone = false
    if (id !== '')
      void files.read(id).then(
        (blob) => {
          if (!isGone && blob !== undefined) setLoaded({ id, blob })
        },
        () => {},
      )
    return () => {
      isGone = true
    }
  }, [files, id])
  return loaded?.id === id ? loaded.blob : undefined
}
