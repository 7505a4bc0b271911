import decodeQR from 'qr/decode.js'

/** Reads the code in a picture, if there is one. */
export type Decoder = (frame: ImageData) => Promise<string | undefined>

interface Detector {
  readonly detect: (frame: ImageData) => Promise<readonly { readonly rawValue: string }[]>
}
declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (wish: { readonly formats: readonly string[] }): Detector
      readonly getSupportedFormats: () => Promise<readonly string[]>
    }
  }
}

/** The phone's own detector where it has one, else the library's. */
export async function openDecoder(): Promise<Decoder> {
  const Own = window.BarcodeDetector
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own !== undefined && formats.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] })
    return async (frame) => (await detector.detect(frame).catch(() => []))[0]?.rawValue
  }
  return async (frame) => {
    try {
      return decodeQR(frame)
    } catch {
      // No code in this picture: the library says so by throwing.
      return undefined
    }
  }
}
