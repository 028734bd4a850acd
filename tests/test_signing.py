"""Signatures and encryption: the published examples, and what is refused."""

from __future__ import annotations

import secrets
from random import Random

import pytest

from capture_widgets.core.sealing import EXTRA, public_box_key, seal, shared_secret, unseal
from capture_widgets.core.signing import ORDER, is_signed, public_key, sign

# RFC 8032, section 7.1: secret key, public key, message, signature
EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_signatures_are_those_of_the_standard(example: tuple[str, str, str, str]) -> None:
    seed, public, message, signature = map(bytes.fromhex, example)
    assert public_key(seed) == public
    assert sign(seed, message) == signature
    assert is_signed(public, message, signature)


def test_what_was_changed_or_signed_by_another_key_is_refused() -> None:
    rng = Random(1)
    seed = bytes(range(32))
    public, message = public_key(seed), b"the class stands at ply 7"
    signature = sign(seed, message)
    for _ in range(40):
        parts = [public, message, signature]
        which = rng.randrange(3)
        changed = bytearray(parts[which])
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        parts[which] = bytes(changed)
        assert not is_signed(*parts)
    assert not is_signed(public_key(bytes(32)), message, signature)
    twice = signature[:32] + (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    assert not is_signed(public, message, twice), "there is one signature for a message"
    assert not is_signed(public, message, signature[:-1])
    assert not is_signed(b"\xff" * 32, message, signature)
    assert is_signed(public, message, signature)


def test_keys_are_shared_secret_on_as_in_the_standard() -> None:
    # RFC 7748, sections 5.2 and 6.1
    found = shared_secret(
        bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
    )
    assert found.hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ann = bytes.fromhex("77076d0a7318a57d3c16c17251b26645df4c1c8fae4f8f5c3c3f0e5ab6d5b0e2")
    ben = bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    assert public_box_key(ben).hex() == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    assert shared_secret(ann, public_box_key(ben)) == shared_secret(ben, public_box_key(ann))


def test_a_letter_is_opened_by_its_key_alone_and_a_change_is_noticed() -> None:
    rng = Random(2)
    secret = secrets.token_bytes(32)
    public = public_box_key(secret)
    for letter in (b"", b"5r", b"L:7b" * 1000):
        sealed = seal(public, letter)
        assert unseal(secret, public, sealed) == letter
        assert len(letter) < 8 or letter not in sealed  # few bytes may be there by chance
        assert len(sealed) <= len(letter) + EXTRA
        assert seal(public, letter) != sealed, "two letters of the same words are not seen to be the same"
        assert unseal(secrets.token_bytes(32), public, sealed) is None
        for _ in range(10):
            changed = bytearray(sealed)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            assert unseal(secret, public, bytes(changed)) is None
        assert unseal(secret, public, sealed[:50]) is None
    assert len(seal(public, b"5r")) == len(seal(public, b"L:7b")), "a length tells no move"
    with pytest.raises(ValueError, match="sealed"):
        seal(bytes(32), b"x")
