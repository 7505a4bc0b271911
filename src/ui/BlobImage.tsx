import { useCallback } from 'react'

/**
 * A picture that the page holds in memory, shown without an address that anybody else could open.
 */
export function BlobImage({
  blob,
  alt,
  className,
}: {
  blob: Blob
  alt: string
  className?: string | undefined
}) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
  return <img ref={show} alt={alt} className={className} />
}
