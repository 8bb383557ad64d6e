// The picture as a file. Styles are written into the elements: a file has no style sheet of the page.
import { saveAs } from "../api";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "font-weight", "opacity"];

function standing(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[n].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-hidden"]) to[n].removeAttribute(name);
  });
  const width = Math.ceil(Number(svg.dataset.width)), height = Math.ceil(Number(svg.dataset.height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const all = [...copy.children].find((child) => child.tagName === "g");
  all?.removeAttribute("transform");
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  back.setAttribute("width", "100%");
  back.setAttribute("height", "100%");
  back.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.insertBefore(back, copy.firstChild);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveSvg(svg: SVGSVGElement, name: string): void {
  saveAs(new Blob([standing(svg).text], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const { text, width, height } = standing(svg);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const factor = Math.min(2, 8000 / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = width * factor;
  canvas.height = height * factor;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser could not draw the picture: it is too large");
  saveAs(blob, `${name}.png`);
}
