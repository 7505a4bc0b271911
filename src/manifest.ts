/** Put the link to the manifest into the page, now that nobody waits for the network (build/late-manifest.ts). */
export function linkManifest(): void {
  const address = document.querySelector('meta[name="manifest"]')?.getAttribute('content')
  if (address === null || address === undefined) return
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = address
  document.head.append(link)
}
