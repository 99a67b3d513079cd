"""Gathers the corpus of scripts/pictures into one folder, and compares what was drawn of it with other programs."""

import collections
import os
import shutil
import statistics
import sys

ENDINGS = {
    "png", "tif", "tiff", "bmp", "jpg", "jpeg", "gif", "webp", "tga", "psd", "eps", "ps", "avif", "jp2", "j2k", "j2c",
    "ico", "heic", "heif", "hif", "pdf", "svg",
}
# The set is worth what it is worth: fewer files, or less likeness, and the proof fails.
FEWEST_FILES = 700
FEWEST_DRAWN = {"bmp": 58, "gif": 35, "heif": 40, "jpeg": 55, "jp2": 15, "png": 400, "psd": 11, "svg": 90, "tga": 30,
                "tiff": 80, "webp": 30, "avif": 10}
MOST_MAE = 8.0
LEAST_SSIM = 0.85


def gather(files, to):
    os.makedirs(to)
    for package in sorted(os.listdir(files)):
        taken = 0
        for folder, _, names in sorted(os.walk(os.path.join(files, package))):
            for name in sorted(names):
                ending = name.rsplit(".", 1)[-1].lower()
                if ending not in ENDINGS:
                    continue
                taken += 1
                # Seven thousand icons are much alike.
                if package.startswith("mdi") and taken % 75:
                    continue
                inner = os.path.relpath(os.path.join(folder, name), files).replace(os.sep, "__")
                shutil.copyfile(os.path.join(folder, name), os.path.join(to, inner))


def family(kind):
    word = kind.split("/")[-1]
    words = {"x-tga": "tga", "x-icon": "ico", "vnd.adobe.photoshop": "psd", "heic": "heif", "j2c": "jp2",
             "svg+xml": "svg", "postscript": "eps"}
    return words.get(word, word)


def reference(path):
    """As RGB over white, upright, by libvips or else by Pillow; None where neither reads it."""
    import numpy
    import pyvips
    from PIL import Image, ImageOps

    try:
        image = pyvips.Image.thumbnail(path, 256, size="both" if path.endswith(".svg") else "down", output_profile="srgb")
        image = image.flatten(background=255) if image.hasalpha() else image
        image = image.colourspace("srgb").cast("uchar")
        return numpy.asarray(image.numpy())[..., :3]
    except Exception:  # the reason is not this proof's
        pass
    try:
        with Image.open(path) as opened:
            image = ImageOps.exif_transpose(opened).convert("RGBA")
            white = Image.new("RGBA", image.size, (255, 255, 255, 255))
            image = Image.alpha_composite(white, image).convert("RGB")
            image.thumbnail((256, 256), Image.LANCZOS)
            return numpy.asarray(image)
    except Exception:
        return None


def likeness(drawn, wanted):
    """Mean difference, SSIM, and the turn that would fit far better than none."""
    import numpy
    from PIL import Image
    from skimage.metrics import structural_similarity

    with Image.open(drawn) as opened:
        image = opened.convert("RGBA")
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    image = Image.alpha_composite(white, image).convert("RGB")
    target = Image.fromarray(wanted)
    sized = image.resize(target.size, Image.LANCZOS)
    mine = numpy.asarray(sized).astype(float)
    mae = float(numpy.abs(mine - wanted).mean())
    side = min(target.size)
    ssim = structural_similarity(mine, wanted.astype(float), channel_axis=2, data_range=255, win_size=7) if side >= 7 else None
    turned = None
    for turn in Image.Transpose:
        other = numpy.asarray(image.transpose(turn).resize(target.size, Image.LANCZOS)).astype(float)
        if float(numpy.abs(other - wanted).mean()) < 0.5 * mae and mae > 12:
            turned = turn.name
    return mae, ssim, turned


def compare(origin, to):
    rows = [line.rstrip("\n").split("\t") for line in open(os.path.join(to, "drawn.tsv"), encoding="utf-8")]
    table = collections.defaultdict(lambda: {"files": 0, "drawn": 0, "maes": [], "ssims": [], "why": collections.Counter()})
    faults, odd = [], []
    for name, kind, number, width, height, what in rows:
        entry = table[family(kind)]
        entry["files"] += 1
        path = os.path.join(origin, name)
        if what != "drawn":
            known = reference(path) is not None if family(kind) not in ("pdf", "plain") else False
            entry["why"][what[:60]] += 1
            odd.append(f"{name}: {what}" + (" (another program draws it)" if known else ""))
            continue
        entry["drawn"] += 1
        wanted = reference(path) if family(kind) != "pdf" else None
        if wanted is None:
            continue
        mae, ssim, turned = likeness(os.path.join(to, number, "small.webp"), wanted)
        entry["maes"].append(mae)
        if ssim is not None:
            entry["ssims"].append(ssim)
        if turned:
            faults.append(f"{name} is turned: {turned}")
        if mae > 20:
            odd.append(f"{name}: differs by {mae:.1f}")
    print(f"{'class':<10}{'files':>6}{'drawn':>7}{'not':>5}{'MAE':>7}{'SSIM':>7}  why not")
    for word, entry in sorted(table.items()):
        mae = statistics.median(entry["maes"]) if entry["maes"] else None
        ssim = statistics.median(entry["ssims"]) if entry["ssims"] else None
        shown = [f"{value:.2f}" if value is not None else "-" for value in (mae, ssim)]
        why = "; ".join(f"{count} × {reason}" for reason, count in entry["why"].most_common())
        print(f"{word:<10}{entry['files']:>6}{entry['drawn']:>7}{entry['files'] - entry['drawn']:>5}{shown[0]:>7}{shown[1]:>7}  {why}")
        if entry["drawn"] < FEWEST_DRAWN.get(word, 0):
            faults.append(f"only {entry['drawn']} of {word} are drawn")
        if mae is not None and word in FEWEST_DRAWN and (mae > MOST_MAE or ssim is not None and ssim < LEAST_SSIM):
            faults.append(f"{word} differs: MAE {mae:.2f}, SSIM {ssim or 0:.2f}")
    print("\n" + "\n".join(odd))
    if len(rows) < FEWEST_FILES:
        faults.append(f"only {len(rows)} files")
    if faults:
        sys.exit("\n" + "\n".join(faults))


if __name__ == "__main__":
    {"gather": gather, "compare": compare}[sys.argv[1]](*sys.argv[2:])
