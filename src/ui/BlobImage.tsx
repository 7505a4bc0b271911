import { useCallback } from 'react'

/** An image from memory. It has no address that other people could open. */
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
