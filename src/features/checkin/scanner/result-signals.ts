import type { ScanResult } from './check-scan.ts'

/**
 * Tell a verdict to ear and hand too, where the phone can: one short tone is yes, two low ones are
 * no.
 */
export function playResultSignal(type: ScanResult['type']): void {
  const isGood = type === 'genuine'
  // Before the first touch a browser refuses, and complains.
  if (navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate?.(isGood ? 60 : [80, 60, 80])
  try {
    const sound = new AudioContext()
    tone(sound, { from: 0, hertz: isGood ? 880 : 220 })
    if (!isGood) tone(sound, { from: 0.18, hertz: 220 })
    setTimeout(() => void sound.close(), 600)
  } catch {
    // A phone without sound still shows it.
  }
}

function tone(sound: AudioContext, { from, hertz }: { from: number; hertz: number }): void {
  const source = sound.createOscillator()
  const volume = sound.createGain()
  volume.gain.value = 0.15
  source.frequency.value = hertz
  source.connect(volume).connect(sound.destination)
  source.start(sound.currentTime + from)
  source.stop(sound.currentTime + from + 0.12)
}

/** Has this camera a light, and how to switch it. */
export const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  track?.getCapabilities !== undefined && 'torch' in track.getCapabilities()

/** Switch the camera's light. */
export const setTorch = (track: MediaStreamTrack, on: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {})
