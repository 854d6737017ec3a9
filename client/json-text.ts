/** The body of a test event as JSON text, which is sent as it is: JavaScript's numbers can't keep all digits. */
export class JsonText {
  /** A member of the body that it stands for. */
  declare readonly event?: undefined;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
