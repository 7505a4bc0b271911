import decodeQR from 'qr/decode.js'

/** Decodes the code in a frame, if there is one. */
export type QrFrameDecoder = (frame: ImageData) => Promise<string | undefined>

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

/** Opens the browser's own detector if it has one, else the library's. */
export async function openQrFrameDecoder(): Promise<QrFrameDecoder> {
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
      // The library throws when the frame contains no code.
      return undefined
    }
  }
}
